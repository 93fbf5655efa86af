import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { RecordKind } from '#shared/desktop/records.ts';
import { saveInTurn } from '../app/in-turn.ts';
import { showError } from '../app/show-error.tsx';
import { takeBack } from '../collections/apply-workspace-change.tsx';
import { Notice } from '../ui/notice.tsx';
import { findRecord } from './find-record.ts';

const noticeId = 'sync-decision';

type Decision = {
  kind: RecordKind;
  id: string;
  /** What undo calls it: the label of the change that is made here. */
  label: 'sync.label.resolve' | 'sync.label.discard';
  /** Whether anything here changes by it: what is only sent has nothing to take back. */
  changesHere: boolean;
  decide: () => Promise<unknown>;
  /** Said when it is done. */
  text: string;
};

/** Does what was decided about a record, says so, and offers to take it back where that can be. */
export const decideUndoably = async (decision: Decision): Promise<boolean> => {
  const { kind, id, changesHere, decide, text } = decision;
  try {
    // Before, because it may be gone from here afterwards.
    const scope = changesHere ? (await findRecord(kind, id))?.scope : undefined;
    await saveInTurn(decide);
    notifications.hide(noticeId);
    notifications.show({
      id: noticeId,
      autoClose: 10_000,
      message: scope ? (
        <Notice
          action={i18next.t('undo', { ns: 'app' })}
          onAction={() => {
            notifications.hide(noticeId);
            void takeBack({ scope, label: decision.label }).catch(showError);
          }}
          text={text}
        />
      ) : (
        text
      ),
    });
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
};
