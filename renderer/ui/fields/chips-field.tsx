import { Pill, TagsInput, type ComboboxData } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.tsx';
import { useListInPlace } from './use-list-in-place.ts';
import classes from './chips-field.module.css';

type Props = {
  label: string;
  placeholder: string;
  values: readonly string[];
  /** Common values. The person can enter any other value too. */
  suggestions: ComboboxData;
  /**
   * Tells if a suggestion fits the typed text. By default, a suggestion fits if it contains the typed
   * text.
   */
  fits?: (suggestion: string, typed: string) => boolean;
  /**
   * Returns the address that a click on a value opens in the browser, or `null` for a value without a
   * link.
   */
  linkOf?: (value: string) => string | null;
  /** True in a form. Outside of a form, this component looks like a field only on hover. */
  isInForm?: boolean;
  save: (values: string[]) => void;
};

const maxChips = 100;
const maxSuggestions = 60;
const longest = 500;

/** Short texts as chips, with a field that adds another text. */
export const ChipsField = ({
  label,
  placeholder,
  values,
  suggestions,
  fits,
  linkOf,
  isInForm = false,
  save,
}: Props) => {
  const { t } = useTranslation();
  return (
    <TagsInput
      {...useListInPlace()}
      aria-label={label}
      classNames={{
        input: `${classes.input} ${isInForm ? '' : classes.inPlace}`,
        inputField: classes.inputField ?? '',
        pillsList: classes.pills ?? '',
      }}
      data={suggestions}
      limit={maxSuggestions}
      maxLength={longest}
      maxTags={maxChips}
      onChange={save}
      placeholder={values.length === 0 ? placeholder : '+'}
      renderPill={({ value = '', onRemove }) => {
        const link = linkOf?.(value) ?? null;
        return (
          <Pill
            className={classes.chip}
            {...(onRemove && { onRemove })}
            removeButtonProps={{
              'aria-label': t('chip.remove', { name: value }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            size="sm"
            withRemoveButton
          >
            {link === null ? (
              <span dir="auto">{value}</span>
            ) : (
              <a href={link} rel="noreferrer" target="_blank">
                {value}
              </a>
            )}
          </Pill>
        );
      }}
      size="xs"
      splitChars={[]}
      value={[...values]}
      {...(fits && {
        filter: ({ options, search, limit }) => {
          const typed = search.trim().toLowerCase();
          return options
            .filter((option) => 'value' in option && fits(option.value, typed))
            .slice(0, limit);
        },
      })}
    />
  );
};
