import i18next from 'i18next';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { saveInTurn } from '../kernel/desktop/in-turn.ts';
import { takeBack } from '../kernel/workspace/apply-workspace-change.tsx';
import { hideTopic, Notice, showInPlace } from '../ui/notice.tsx';

const topic = 'sync-decision';

type Decision = {
  kind: RecordKind;
  id: string;
  /** The text key of the name that undo shows for the decision. */
  label: 'sync.label.resolve' | 'sync.label.discard';
  /** False if the decision affects only the outbox, so that there is nothing to undo. */
  changesStore: boolean;
  decide: () => Promise<unknown>;
  /** The text of the notification after the decision was carried out. */
  text: string;
};

/**
 * Shows a notification that says what was decided, and offers to undo the decision unless `undo` is
 * `null`.
 */
export const noticeDecision = (text: string, undo: (() => Promise<void>) | null): void => {
  showInPlace(topic, {
    autoClose: 10_000,
    message: undo ? (
      <Notice
        action={i18next.t('undo', { ns: 'app' })}
        onAction={() => {
          hideTopic(topic);
          void undo().catch(showError);
        }}
        text={text}
      />
    ) : (
      text
    ),
  });
};

/**
 * Carries out a decision about a record and shows a notification. The notification offers to undo the
 * decision if the decision changed the store. Returns false after an error was shown.
 */
export const decideUndoably = async (decision: Decision): Promise<boolean> => {
  const { kind, id, changesStore, decide, text } = decision;
  try {
    // Reads the scope before the decision, because the decision may delete the record.
    const scope = changesStore ? (await desktop.records.find({ kind, id }))?.scope : undefined;
    await saveInTurn(decide);
    noticeDecision(text, scope ? () => takeBack({ scope, label: decision.label }) : null);
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
};
