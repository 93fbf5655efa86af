import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { storedDocumentSchema } from '#shared/canvas/document.ts';
import type { CodexKind } from '#shared/codex/codex-entry.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { openCanvas, showComponent, wantElements } from '../kernel/workspace/location.ts';
import classes from './used-by.module.css';

type Use = { id: string; text: string; place: string; open: () => void };

/** Nobody reads a longer list, and each row is rendered. */
const most = 50;

/** Returns the threats or mitigations that have the title of an entry. */
const recordsTitled = async (kind: 'threat' | 'mitigation', title: string): Promise<Use[]> => {
  const hits = await desktop.search.titled({ kind, title, limit: most });
  return hits.flatMap(({ id, reference, title: text, model, canvas, component, threatId }) => {
    if (!canvas || !component) return [];
    const open = (): void =>
      showComponent({ canvasId: canvas.id, componentId: component.id, threatId });
    const place = [model, canvas, component].flatMap((each) => each?.title ?? []).join(' / ');
    return [{ id, text: [reference, text].filter(Boolean).join(' '), place, open }];
  });
};

/** Returns the elements of a model that have an attribute. Drawings are read one after another. */
const elementsWith = async (modelId: string, title: string): Promise<Use[]> => {
  const wanted = title.toLowerCase();
  const known = await desktop.models.drawings({ id: modelId, except: '', known: {} });
  return known.flatMap(({ id: canvasId, document }) => {
    if (!document?.toLowerCase().includes(wanted)) return [];
    const { nodes } = storedDocumentSchema.parse(JSON.parse(document));
    return nodes
      .filter(({ data }) => data.attributes?.some((each) => each.toLowerCase() === wanted))
      .map(({ id, data }) => ({
        id: `${canvasId} ${id}`,
        text: data.label ?? '',
        place: '',
        open: () => {
          wantElements({ canvasId, elementIds: [id] });
          openCanvas(canvasId);
        },
      }));
  });
};

type Props = { kind: CodexKind; title: string; onLeave: () => void };

/** The records that use an entry. A click opens one. */
export const UsedBy = ({ kind, title, onLeave }: Props) => {
  const { t } = useTranslation('codex');
  const modelId = useCanvas((state) => state.modelId);
  const { data } = useQuery({
    queryKey: ['used-by', kind, title, modelId],
    queryFn: async () => {
      if (kind === 'attributes') return modelId === null ? [] : await elementsWith(modelId, title);
      return await recordsTitled(kind === 'threats' ? 'threat' : 'mitigation', title);
    },
    staleTime: 0,
    gcTime: 0,
  });
  if (!data) return null;
  return (
    <section aria-label={t('used-by.title')} className={classes.section}>
      <h3 className={classes.heading}>{t('used-by.title')}</h3>
      {data.length === 0 && (
        <p className={classes.note}>
          {t(kind === 'attributes' ? 'used-by.none-attribute' : 'used-by.none')}
        </p>
      )}
      <ul className={classes.list}>
        {data.slice(0, most).map(({ id, text, place, open }) => (
          <li key={id}>
            <button
              className={classes.use}
              onClick={() => {
                onLeave();
                open();
              }}
              type="button"
            >
              <span dir="auto">{text}</span>
              {place !== '' && (
                <span className={classes.place} dir="auto">
                  {place}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {data.length >= most && <p className={classes.note}>{t('used-by.more', { count: most })}</p>}
    </section>
  );
};
