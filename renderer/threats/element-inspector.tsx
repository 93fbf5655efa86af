import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queries } from '../app/desktop.ts';
import { CrossingSection } from '../canvas/crossings/crossing-section.tsx';
import type { SelectedElement } from '../canvas/selection.ts';
import { DraftText } from '../ui/draft-text.tsx';
import { ElementHeading } from './element-heading.tsx';
import { FlowAttributes } from './flow-attributes.tsx';
import { LoadFailed } from './load-failed.tsx';
import { LoadingLines } from './loading-lines.tsx';
import { NodeAttributes } from './node-attributes.tsx';
import { OtherPlaces } from './other-places.tsx';
import { updateComponent } from './threat-changes.ts';
import { ThreatSection } from './threat-section.tsx';
import { useComponentChanges } from './use-component-changes.ts';
import classes from './inspector.module.css';

type Props = { selected: SelectedElement };

/** Everything that is said of one selected component, flow or boundary. */
export const ElementInspector = ({ selected }: Props) => {
  const { t } = useTranslation('threats');
  const { componentId } = selected;
  const change = useComponentChanges(selected);
  const detail = useQuery(
    queries.component.detail.queryOptions({ input: componentId ? { id: componentId } : skipToken }),
  );

  if (selected.kind === 'node' && selected.element.type === 'noteNode') {
    return (
      <>
        <div className={classes.head}>
          <ElementHeading selected={selected} />
        </div>
        <NodeAttributes node={selected.element} />
        <p className={classes.note}>{t('noteHasNoThreats')}</p>
      </>
    );
  }

  const isLoading = componentId !== null && !detail.data;
  return (
    <>
      <div className={classes.head}>
        <ElementHeading selected={selected} />
        {componentId !== null && <OtherPlaces componentId={componentId} />}
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
      {selected.kind === 'edge' && <FlowAttributes flows={[selected.element]} />}
      {selected.kind === 'node' && <NodeAttributes node={selected.element} />}
      <CrossingSection selected={selected} />
      {detail.error && !detail.data ? (
        <div>
          <LoadFailed error={detail.error} retry={() => void detail.refetch()} />
        </div>
      ) : isLoading ? (
        <LoadingLines />
      ) : (
        <ThreatSection change={change} threats={detail.data?.threats ?? []} />
      )}
    </>
  );
};
