import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { ChevronRight, LockKeyhole } from 'lucide-react';
import { create } from 'zustand';
import type { CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import { hasScope } from '#shared/canvas/element-kinds.ts';
import {
  classificationText,
  dataClassifications,
  isSecurityValue,
  propertiesOf,
  securityKeys,
  securityProperties,
  type SecurityKey,
  type SecurityKeyOf,
  type SecurityValue,
} from '#shared/canvas/security-properties.ts';
import { describeElements } from '../canvas/edits/element-actions.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DraftSuggest } from '../ui/fields/draft-fields.tsx';
import { AttributeField } from './attribute-field.tsx';
import { isEncrypting, usualCase, usualProtocols } from './protocols.ts';
import { valueOfAll } from './value-of-all.ts';
import classes from './security-section.module.css';

/** `isOpen` is true while the section is open. All elements share this state until the window closes. */
const useSection = create<{ isOpen: boolean }>(() => ({ isOpen: true }));

type Props = { elements: readonly (CanvasNode | CanvasEdge)[] };

const isFlow = (element: CanvasNode | CanvasEdge): element is CanvasEdge => 'source' in element;

const typeOf = (element: CanvasNode | CanvasEdge): string | undefined =>
  isFlow(element) ? 'flow' : element.type;

const describedBy = (elements: Props['elements'], key: SecurityKey): Props['elements'] =>
  elements.filter((element) => propertiesOf(typeOf(element)).includes(key));

/** The security properties of one element, or of several elements that are described together. */
export const SecuritySection = ({ elements }: Props) => {
  const { t } = useTranslation('security');
  const isOpen = useSection((state) => state.isOpen);
  const keys = securityKeys.filter((key) => describedBy(elements, key).length > 0);
  if (keys.length === 0) return null;
  const nodes = elements.flatMap((each) => (isFlow(each) || !hasScope(each) ? [] : [each]));
  const known = keys.filter((key) =>
    describedBy(elements, key).every(({ data }) => isSecurityValue(key, data?.[key])),
  );
  return (
    <div className={classes.section}>
      <details
        aria-label={t('title')}
        onToggle={({ currentTarget }) => useSection.setState({ isOpen: currentTarget.open })}
        open={isOpen}
      >
        <summary className={classes.summary}>
          <ChevronRight aria-hidden size={14} />
          {t('title')}
          <span className={classes.known}>
            {t('known', { known: known.length, total: keys.length })}
          </span>
        </summary>
        {nodes.length === elements.length && <AttributeField nodes={nodes} />}
        {keys.map((key) => (
          <PropertyRow elements={describedBy(elements, key)} key={key} name={key} />
        ))}
      </details>
    </div>
  );
};

type RowProps<Key extends SecurityKey = SecurityKey> = Props & { name: Key };

const PropertyRow = ({ elements, name }: RowProps) => {
  if (isFlag(name)) return <FlagRow elements={elements} name={name} />;
  if (name === 'trustLevel') return <LevelRow elements={elements} />;
  return (
    <>
      <TextRow elements={elements} name={name} />
      {name === 'protocol' && <EncryptionOffer flows={elements} />}
    </>
  );
};

const isFlag = (key: SecurityKey): key is SecurityKeyOf<'flag'> =>
  securityProperties[key].type === 'flag';

const idsOf = (elements: Props['elements']): string[] => elements.map(({ id }) => id);

/**
 * Returns the value that all elements have. Returns `null` if all values are unknown, and `undefined` if
 * the elements differ.
 */
const valueOf = (elements: Props['elements'], key: SecurityKey): SecurityValue | null | undefined =>
  valueOfAll(elements, ({ data }) => {
    const value = data?.[key];
    return isSecurityValue(key, value) ? value : null;
  });

const answers = ['yes', 'no', 'unknown'] as const;
const answerOf = new Map<unknown, string>([
  [true, 'yes'],
  [false, 'no'],
  [null, 'unknown'],
]);

/** A property with the answers yes, no, and unknown. While the elements differ, no answer is chosen. */
const FlagRow = ({ elements, name }: RowProps<SecurityKeyOf<'flag'>>) => {
  const { t } = useTranslation('security');
  const value = valueOf(elements, name);
  const isCarried = name === 'holdsCredentials' && elements.every(isFlow);
  const label = isCarried ? t('carries-credentials') : t(`property.${name}`);
  return (
    <div className={classes.row}>
      <span aria-hidden className={classes.name}>
        {label}
      </span>
      {value === undefined && <span className={classes.mixed}>{t('mixed')}</span>}
      <SegmentedControl
        aria-label={value === undefined ? `${label}, ${t('mixed')}` : label}
        className={classes.answers}
        classNames={{ control: classes.answer ?? '' }}
        data={answers.map((answer) => ({
          value: answer,
          label:
            answer === 'unknown' ? (
              <>
                <span aria-hidden>{t('value.unknown-sign')}</span>
                <VisuallyHidden>{t('value.unknown')}</VisuallyHidden>
              </>
            ) : (
              t(`value.${answer}`)
            ),
        }))}
        onChange={(answer) =>
          describeElements(
            idsOf(elements),
            name,
            answer === 'unknown' ? undefined : answer === 'yes',
          )
        }
        size="xs"
        value={answerOf.get(value) ?? ''}
      />
    </div>
  );
};

type TextKey = SecurityKeyOf<'text' | 'classification'>;

const suggestions: Record<TextKey, () => string[]> = {
  technology: () => [],
  protocol: () => [...usualProtocols],
  dataClassification: () => dataClassifications.map(classificationText),
};

/**
 * Returns the text to store. A known protocol gets its usual capitalization. A known data classification
 * is stored in the same form for every language. Any other text is stored as typed.
 */
const tidied = (name: TextKey, text: string): string => {
  if (name === 'protocol') return usualCase(text);
  if (name !== 'dataClassification') return text;
  const wanted = text.toLowerCase();
  return (
    dataClassifications.find((each) =>
      [each, classificationText(each).toLowerCase()].includes(wanted),
    ) ?? text
  );
};

const TextRow = ({ elements, name }: RowProps<TextKey>) => {
  const { t } = useTranslation(['security', 'flows', 'threats']);
  const value = valueOf(elements, name);
  const hints = {
    technology: t('hint.technology'),
    protocol: t('threats:placeholder.protocol'),
    dataClassification: t('flows:classification.hint'),
  };
  const current = typeof value === 'string' ? value : '';
  return (
    <div className={classes.row}>
      <span aria-hidden className={classes.name}>
        {t(`property.${name}`)}
      </span>
      <div className={classes.field}>
        <DraftSuggest
          label={t(`property.${name}`)}
          placeholder={value === undefined ? t('mixed') : hints[name]}
          save={(text) =>
            describeElements(idsOf(elements), name, text === '' ? undefined : tidied(name, text))
          }
          suggestions={suggestions[name]()}
          value={name === 'dataClassification' ? classificationText(current) : current}
        />
      </div>
    </div>
  );
};

const levels = ['0', '25', '50', '75', '100'];

/**
 * Returns the typed level as text, or an empty text if nothing was typed. Returns `null` for anything
 * that is not a level.
 */
const tidyLevel = (text: string): string | null => {
  const typed = text.trim();
  if (typed === '') return '';
  const level = Number(typed);
  return isSecurityValue('trustLevel', level) ? String(level) : null;
};

const LevelRow = ({ elements }: Props) => {
  const { t } = useTranslation('security');
  const value = valueOf(elements, 'trustLevel');
  return (
    <div className={classes.row}>
      <span aria-hidden className={classes.name}>
        {t('property.trustLevel')}
      </span>
      <div className={classes.field}>
        <DraftSuggest
          label={t('property.trustLevel')}
          placeholder={value === undefined ? t('mixed') : t('hint.trust-level')}
          save={(text) =>
            describeElements(idsOf(elements), 'trustLevel', text === '' ? undefined : Number(text))
          }
          suggestions={levels}
          tidy={tidyLevel}
          value={typeof value === 'number' ? String(value) : ''}
        />
      </div>
    </div>
  );
};

/**
 * Offers to record that flows are encrypted. The button is shown if the protocol of the flows always
 * encrypts and nobody has recorded whether the flows are encrypted.
 */
const EncryptionOffer = ({ flows }: { flows: Props['elements'] }) => {
  const { t } = useTranslation('flows');
  const protocol = valueOf(flows, 'protocol');
  if (typeof protocol !== 'string' || !isEncrypting(protocol)) return null;
  if (valueOf(flows, 'encrypted') !== null) return null;
  return (
    <Button
      className={classes.offer}
      leftSection={<LockKeyhole size={13} />}
      onClick={() => describeElements(idsOf(flows), 'encrypted', true)}
      size="compact-xs"
      variant="light"
    >
      {t('mark-encrypted', { protocol })}
    </Button>
  );
};
