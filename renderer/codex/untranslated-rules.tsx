import type { Untranslated } from '#shared/foreign/template/read-template.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './adding-dialog.module.css';

/**
 * Lists the filters of an imported template that were translated only in part or not at all, each with
 * the title of its threat.
 */
export const UntranslatedRules = ({ untranslated }: { untranslated: readonly Untranslated[] }) => {
  const { t } = useTranslation('codex');
  const [broader, off] = [true, false].map((isPartial) =>
    untranslated.filter((each) => each.isPartial === isPartial),
  );
  return (
    <>
      {broader && broader.length > 0 && (
        <Filters rules={broader} summary={t('adding.broader', { count: broader.length })} />
      )}
      {off && off.length > 0 && (
        <Filters rules={off} summary={t('adding.switched-off', { count: off.length })} />
      )}
    </>
  );
};

const Filters = ({ rules, summary }: { rules: readonly Untranslated[]; summary: string }) => (
  <details>
    <summary className={classes.summary}>{summary}</summary>
    <dl className={`${classes.filters} selectable`}>
      {rules.map(({ title, filter }, at) => (
        // The index is the key, because titles may be equal, and the list never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at}>
          <dt dir="auto">{title}</dt>
          <dd dir="ltr">{filter}</dd>
        </div>
      ))}
    </dl>
  </details>
);
