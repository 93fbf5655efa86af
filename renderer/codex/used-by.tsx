import { useQuery } from '@tanstack/react-query';
import { storedDocumentSchema } from '#shared/canvas/document.ts';
import type { CodexKind } from '#shared/codex/codex-entry.ts';
import { byName, nameOf, titlesOf, type NamedEntry } from '#shared/library/entry-names.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { openCanvas, showComponent, wantElements } from '../kernel/workspace/location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './used-by.module.css';

type Use = { id: string; text: string; location: string; open: () => void };

/**
 * The maximum number of rows. All rows are mounted, so a longer list would be slow, and nobody reads it.
 */
const maxRows = 50;

/**
 * Returns the title of an entry and its titles in other languages, because the records that use the
 * entry may have its title in any language.
 */
const allTitlesOf = async (kind: CodexKind, title: string): Promise<string[]> => {
  const { libraryIn } = await import('#shared/library/library-titles.ts');
  const entry = byName<NamedEntry>((await libraryIn('en'))[kind]).get(nameOf(title));
  const titles = new Map((entry ? titlesOf(entry) : []).map((each) => [nameOf(each), each]));
  return [...titles.set(nameOf(title), title).values()];
};

/** Returns the threats or mitigations that have one of the titles. */
const recordsTitled = async (
  kind: 'threat' | 'mitigation',
  titles: readonly string[],
): Promise<Use[]> => {
  const search = async (title: string) =>
    await desktop.search.titled({ kind, title, limit: maxRows });
  const hits = (await Promise.all(titles.map(search))).flat();
  return hits.flatMap(({ id, reference, title: text, model, canvas, component, threatId }) => {
    if (!canvas || !component) return [];
    const open = (): void =>
      showComponent({ canvasId: canvas.id, componentId: component.id, threatId });
    const location = [model, canvas, component].flatMap((each) => each?.title ?? []).join(' / ');
    return [{ id, text: [reference, text].filter(Boolean).join(' '), location, open }];
  });
};

/**
 * Returns the elements of a model that have one of the titles as an attribute. Parses only drawings
 * whose text contains one of the titles.
 */
const elementsWith = async (modelId: string, titles: readonly string[]): Promise<Use[]> => {
  const wanted = new Set(titles.map((title) => title.toLowerCase()));
  const known = await desktop.models.drawings({ id: modelId, except: '', known: {} });
  return known.flatMap(({ id: canvasId, document }) => {
    const text = document?.toLowerCase() ?? '';
    if (document === null || ![...wanted].some((title) => text.includes(title))) return [];
    const { nodes } = storedDocumentSchema.parse(JSON.parse(document));
    return nodes
      .filter(({ data }) => data.attributes?.some((each) => wanted.has(each.toLowerCase())))
      .map(({ id, data }) => ({
        id: `${canvasId} ${id}`,
        text: data.label ?? '',
        location: '',
        open: () => {
          wantElements({ canvasId, elementIds: [id] });
          openCanvas(canvasId);
        },
      }));
  });
};

type Props = { kind: CodexKind; title: string; onLeave: () => void };

/**
 * Lists where an entry is used: the threats or mitigations with its title or, for an attribute, the
 * elements of the model that was opened last. A click opens the record or the element.
 */
export const UsedBy = ({ kind, title, onLeave }: Props) => {
  const { t } = useTranslation('codex');
  const modelId = useCanvas((state) => state.modelId);
  const { data } = useQuery({
    queryKey: ['used-by', kind, title, modelId],
    queryFn: async () => {
      const titles = await allTitlesOf(kind, title);
      if (kind === 'attributes') return modelId === null ? [] : await elementsWith(modelId, titles);
      return await recordsTitled(kind === 'threats' ? 'threat' : 'mitigation', titles);
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
        {data.slice(0, maxRows).map(({ id, text, location, open }) => (
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
              {location !== '' && (
                <span className={classes.place} dir="auto">
                  {location}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {data.length >= maxRows && (
        <p className={classes.note}>{t('used-by.more', { count: maxRows })}</p>
      )}
    </section>
  );
};
