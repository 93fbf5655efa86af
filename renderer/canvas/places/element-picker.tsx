import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { focusBack } from '../../ui/focus-back.ts';
import { focusEdge } from '../focus-element.ts';
import classes from '../../app/command-palette.module.css';

type Choice = {
  id: string;
  label: string;
  detail?: string;
  icon: ReactNode;
  choose: () => void;
};

type Question = { title: string; placeholder: string; choices: readonly Choice[] };

type Asked = {
  question: Question | null;
  focusBefore: Element | null;
};

const nothingAsked: Asked = { question: null, focusBefore: null };
const usePicker = create<Asked>(() => nothingAsked);
const [store, picker] = createSpotlight();

/** Asks which element of the canvas is meant: a list that is narrowed down by typing. */
export const pick = (question: Question): void => {
  usePicker.setState({ question, focusBefore: document.activeElement });
  picker.open();
};

const isInDialog = (element: Element | null): boolean =>
  element !== null && element.closest('[role=dialog]') !== null;

/** The focus goes back, unless what was chosen has put it somewhere already. */
const close = (): void => {
  const { focusBefore } = usePicker.getState();
  usePicker.setState(nothingAsked);
  const { activeElement, body } = document;
  if (activeElement !== body && !isInDialog(activeElement)) return;
  if (focusBefore?.isConnected && !isInDialog(focusBefore)) focusBack(focusBefore);
  else focusEdge('start');
};

const shownAtMost = 60;

export const ElementPicker = () => {
  const { t } = useTranslation('finding');
  const question = usePicker((state) => state.question);
  const actions = question?.choices.map(
    ({ id, label, detail, icon, choose }): SpotlightActionData => ({
      id,
      label,
      ...(detail !== undefined && { description: detail }),
      leftSection: icon,
      onClick: choose,
    }),
  );
  return (
    <Spotlight
      actions={actions ?? []}
      attributes={{ content: { 'aria-label': question?.title ?? '' } }}
      classNames={{
        action: classes.action,
        actionBody: classes.body,
        actionDescription: classes.description,
        actionsGroup: classes.group,
      }}
      clearQueryOnClose
      limit={shownAtMost}
      maxHeight="60vh"
      nothingFound={t('pick.none')}
      onSpotlightClose={close}
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      returnFocus={false}
      scrollable
      searchProps={{
        leftSection: <Search />,
        placeholder: question?.placeholder ?? '',
        'aria-label': question?.title ?? '',
      }}
      shortcut={null}
      size={560}
      store={store}
    />
  );
};
