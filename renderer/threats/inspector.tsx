import { Menu, UnstyledButton } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { shallow } from 'zustand/shallow';
import { canChangeKind } from '#shared/canvas/edits/change-kind.ts';
import { componentKindNames, roleOf } from '#shared/canvas/element-kinds.ts';
import { renameTo } from '../canvas/edits/actions.ts';
import { changeKindSelected } from '../canvas/edits/element-actions.ts';
import { CrossingSection } from '../canvas/flows/crossings.tsx';
import {
  useCanvas,
  useSelectedCount,
  useSelectedElement,
  type SelectedElement,
} from '../canvas/state/canvas-store.ts';
import { kindName } from '../canvas/words/spoken.ts';
import { KindIcon } from '../kernel/commands/kind-icons.tsx';
import { queries } from '../kernel/desktop/desktop.ts';
import { LoadFailed } from '../kernel/desktop/errors.tsx';
import { ChangeRecordsContext, updateComponent } from '../kernel/records/record-changes.ts';
import { UnreadableFields } from '../kernel/records/unreadable-fields.tsx';
import { wantComponent } from '../kernel/workspace/location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DraftText } from '../ui/fields/draft-fields.tsx';
import { CanvasSummary } from './canvas-summary.tsx';
import { FlowAttributes, NodeAttributes } from './element-attributes.tsx';
import { LoadingLines } from './loading-lines.tsx';
import { SecuritySection } from './security-section.tsx';
import { SeveralSelected } from './several-selected.tsx';
import { ThreatSection } from './threat-list.tsx';
import { ThreatSlotsContext, type ThreatSlots } from './threat-slots.ts';
import { useComponentChanges } from './use-component-changes.ts';
import classes from './inspector.module.css';

/** The panel beside the canvas with the details of the selection. */
export const Inspector = memo(({ slots }: { slots: ThreatSlots }) => {
  const selected = useSelectedElement();
  const count = useSelectedCount();

  return (
    <div className={classes.root}>
      <ThreatSlotsContext value={slots}>
        {selected && <ElementInspector key={selected.element.id} selected={selected} />}
        {!selected && count > 1 && <SeveralSelected />}
        {!selected && count <= 1 && <CanvasSummary />}
      </ThreatSlotsContext>
    </div>
  );
});

type Props = { selected: SelectedElement };

/** The details of one selected component, flow, or boundary. */
const ElementInspector = ({ selected }: Props) => {
  const { t } = useTranslation('threats');
  const { componentId } = selected;
  const change = useComponentChanges(selected);
  const detail = useQuery(
    queries.component.detail.queryOptions({ input: componentId ? { id: componentId } : skipToken }),
  );

  if (selected.kind === 'node' && roleOf(selected.element.type) === 'note') {
    return (
      <>
        <div className={classes.head}>
          <ElementHeading selected={selected} />
        </div>
        <NodeAttributes node={selected.element} />
        <p className={classes.note}>{t('note-has-no-threats')}</p>
      </>
    );
  }

  const isLoading = componentId !== null && !detail.data;
  return (
    <>
      <div className={classes.head}>
        <ElementHeading selected={selected} />
        {componentId !== null && <OtherCanvases componentId={componentId} />}
        <UnreadableFields record={detail.data} />
        {!isLoading && (
          <DraftText
            label={t('field.description')}
            placeholder={t('placeholder.description')}
            save={(description) =>
              change('threats.label.description', (id) => [updateComponent(id, { description })])
            }
            shape="prose"
            value={detail.data?.description ?? ''}
          />
        )}
      </div>
      {detail.error && !detail.data ? (
        <div>
          <LoadFailed error={detail.error} retry={() => void detail.refetch()} />
        </div>
      ) : isLoading ? (
        <LoadingLines />
      ) : (
        <ChangeRecordsContext value={(label, records) => change(label, () => records)}>
          <ThreatSection
            change={change}
            element={selected.element}
            threats={detail.data?.threats ?? []}
          />
        </ChangeRecordsContext>
      )}
      <ElementProperties {...selected} />
      <CrossingSection selected={selected} />
    </>
  );
};

/**
 * The properties of an element besides its title. They have many fields, so they are not rendered again
 * after each change of the title or the position.
 */
const ElementProperties = memo(
  (selected: SelectedElement) => (
    <>
      <SecuritySection elements={[selected.element]} />
      {selected.kind === 'edge' && <FlowAttributes flows={[selected.element]} />}
      {selected.kind === 'node' && <NodeAttributes node={selected.element} />}
    </>
  ),
  ({ element: one }, { element: other }) =>
    one.id === other.id &&
    one.type === other.type &&
    shallow({ ...one.data, label: '' }, { ...other.data, label: '' }),
);

type ElementHeadingProps = { selected: SelectedElement };

/** The kind of an element, and the title that the element shares with its component. */
const ElementHeading = ({ selected }: ElementHeadingProps) => {
  const { t } = useTranslation('threats');
  const { id, data } = selected.element;

  return (
    <>
      <Kind selected={selected} />
      <DraftText
        label={t('field.title')}
        placeholder={t('untitled')}
        save={(title) => renameTo(id, title)}
        shape={selected.kind === 'edge' ? 'titleOrNone' : 'title'}
        value={data?.label ?? ''}
      />
    </>
  );
};

const Kind = ({ selected }: ElementHeadingProps) => {
  const type = selected.kind === 'node' ? selected.element.type : 'flow';
  const canChange = selected.kind === 'node' && canChangeKind(selected.element);
  return (
    <h2 className={classes.kind}>
      {canChange ? (
        <KindMenu type={type} />
      ) : (
        <>
          <KindIcon type={type} />
          {kindName(type)}
        </>
      )}
    </h2>
  );
};

/** The kind of a component, with a menu that changes the kind. */
const KindMenu = memo(({ type }: { type: string | undefined }) => {
  const { t } = useTranslation(['commands', 'canvas', 'threats']);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          aria-label={t('threats:change-kind', { kind: kindName(type) })}
          className={classes.kindMenu}
        >
          <KindIcon type={type} />
          {kindName(type)}
          <ChevronDown aria-hidden size={12} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('submenu.kind')}>
        {componentKindNames.map((kind) => (
          <Menu.Item
            key={kind}
            leftSection={<KindIcon type={kind} />}
            onClick={() => changeKindSelected(kind)}
          >
            {t(`canvas:kind.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
});

/** Links to the other canvases that show a component. */
const OtherCanvases = memo(({ componentId }: { componentId: string }) => {
  const { t } = useTranslation('canvases');
  const openId = useCanvas(({ canvasId }) => canvasId);
  const { data = [] } = useQuery(
    queries.component.canvases.queryOptions({ input: { id: componentId } }),
  );
  const others = data.filter(({ id }) => id !== openId);
  if (others.length === 0) return null;
  return (
    <nav aria-label={t('also-on')} className={classes.places}>
      <span aria-hidden>{t('also-on')}</span>
      <ul>
        {others.map(({ id, title }) => (
          <li key={id}>
            <Link
              dir="auto"
              onClick={() => wantComponent({ canvasId: id, componentId })}
              params={{ canvasId: id }}
              to="/canvases/$canvasId"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
});
