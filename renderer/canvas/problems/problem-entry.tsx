import { Button } from '@mantine/core';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { Problem } from '#shared/canvas/problems.ts';
import { KindIcon } from '../../kernel/commands/kind-icons.tsx';
import { useTranslation } from '../../locales/use-translation.tsx';
import { useCanvas } from '../state/canvas-store.ts';
import { goToElement } from '../viewport/navigation.ts';
import { kindName, displayName } from '../words/spoken.ts';
import { fixes, isFixed, labelOfElement, type FixedKind } from './fixes.ts';
import classes from './problem-entry.module.css';

type Props = { problem: Problem; hasTabStop: boolean };

/**
 * The content of a row about a problem: the element, a button that shows the element, and for most
 * problems a fix.
 */
export const ProblemEntry = ({ problem: { kind, elementId }, hasTabStop }: Props) => (
  <>
    <ElementName id={elementId} />
    <Actions elementId={elementId} hasTabStop={hasTabStop} kind={kind} />
  </>
);

const ElementName = ({ id }: { id: string }) => {
  const type = useCanvas(({ document }) => nodeById(document, id)?.type ?? 'flow');
  const label = useCanvas(() => labelOfElement(id));
  return (
    <>
      <KindIcon aria-hidden className={classes.icon} size={15} type={type} />
      <span className={classes.name} dir="auto">
        {displayName(label)}
        <span className={classes.type}> {kindName(type)}</span>
      </span>
    </>
  );
};

type ActionsProps = Problem & { hasTabStop: boolean };

/** The buttons of a row. Tab reaches them only if the row has the Tab stop. */
const Actions = ({ kind, elementId, hasTabStop }: ActionsProps) => {
  const { t } = useTranslation('finding');
  const name = useCanvas(() => displayName(labelOfElement(elementId)));
  const tabIndex = hasTabStop ? 0 : -1;
  return (
    // Keeps clicks on the buttons from also clicking the row around them.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span className={classes.actions} onClick={(event) => event.stopPropagation()}>
      <Button
        aria-label={t('problems.show-named', { name })}
        className={classes.show ?? ''}
        color="gray"
        onClick={() => goToElement(elementId)}
        size="xs"
        tabIndex={tabIndex}
        variant="subtle"
      >
        {t('problems.show')}
      </Button>
      {isFixed(kind) && <Fix id={elementId} kind={kind} name={name} tabIndex={tabIndex} />}
    </span>
  );
};

type FixProps = { kind: FixedKind; id: string; name: string; tabIndex: number };

const Fix = ({ kind, id, name, tabIndex }: FixProps) => {
  const { t } = useTranslation('finding');
  const title = t(`problems.fix.${kind}`);
  return (
    <Button
      aria-label={`${title} ${name}`}
      onClick={() => fixes[kind](id)}
      size="xs"
      tabIndex={tabIndex}
      variant="light"
    >
      {title}
    </Button>
  );
};
