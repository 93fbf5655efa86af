import { createSpotlight, type SpotlightActionData } from '@mantine/spotlight';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { focusBack } from '../../ui/focus-back.ts';
import { SearchDialog } from '../../ui/search-dialog.tsx';
import { focusEdge } from '../focus-element.ts';

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
    <SearchDialog
      actions={actions ?? []}
      fieldLabel={question?.title ?? ''}
      nothingFound={t('pick.none')}
      onSpotlightClose={close}
      placeholder={question?.placeholder ?? ''}
      returnFocus={false}
      store={store}
      title={question?.title ?? ''}
    />
  );
};
