import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { flowShapes, type CanvasEdge } from '#shared/canvas/document.ts';
import { flowColorOf, shapeOf } from '#shared/canvas/flow-course.ts';
import { ColorSwatches } from '../canvas/elements/color-swatches.tsx';
import { describeFlows, shapeFlows } from '../canvas/flows/change-flow.ts';
import { DraftSuggest } from '../ui/draft-suggest.tsx';
import { AttributeSwitch } from './attribute-switch.tsx';
import classes from './inspector.module.css';

const switches = [
  { key: 'bidirectional', textKey: 'flow.bidirectional', label: 'threats.label.direction' },
  { key: 'encrypted', textKey: 'flow.encrypted', label: 'threats.label.encryption' },
  { key: 'authenticated', textKey: 'flow.authenticated', label: 'threats.label.authentication' },
] as const;

const usualProtocols = [
  'HTTPS',
  'HTTP',
  'gRPC',
  'WebSocket',
  'AMQP',
  'MQTT',
  'Kafka',
  'SQL',
  'SSH',
  'SFTP',
  'SMTP',
  'LDAP',
  'TCP',
  'UDP',
];

const usualClassifications = [
  'public',
  'internal',
  'confidential',
  'restricted',
  'personal',
  'secret',
] as const;

/** What all have alike; `undefined` where they differ. */
const alike = <Value,>(flows: readonly CanvasEdge[], of: (flow: CanvasEdge) => Value) => {
  const [first, ...others] = new Set(flows.map(of));
  return others.length === 0 ? first : undefined;
};

/** How data travels on a flow, or on several that are changed together. */
export const FlowAttributes = ({ flows }: { flows: readonly CanvasEdge[] }) => {
  const { t } = useTranslation(['threats', 'flows']);
  const ids = flows.map(({ id }) => id);
  const shape = alike(flows, shapeOf);

  return (
    <div aria-label={t('flow.attributes')} className={classes.attributes} role="group">
      <TextAttribute
        flows={flows}
        hint={t('placeholder.protocol')}
        label={t('flow.protocol')}
        name="protocol"
        suggestions={usualProtocols}
        undoLabel="threats.label.protocol"
      />
      <TextAttribute
        flows={flows}
        hint={t('flows:classification.hint')}
        label={t('flows:classification.label')}
        name="dataClassification"
        suggestions={usualClassifications.map((key) => t(`flows:classification.${key}`))}
        undoLabel="flows.label.classification"
      />
      {switches.map(({ key, textKey, label }) => (
        <AttributeSwitch
          isOn={flows.every(({ data }) => data?.[key] ?? false)}
          key={key}
          label={t(textKey)}
          set={(isOn) => describeFlows(label, ids, key, isOn)}
        />
      ))}
      <SegmentedControl
        aria-label={t('flows:shape.label')}
        className={classes.choice}
        data={flowShapes.map((value) => ({ value, label: t(`flows:shape.${value}`) }))}
        onChange={(value) => {
          const chosen = flowShapes.find((each) => each === value);
          if (chosen) shapeFlows(ids, chosen);
        }}
        size="xs"
        value={shape ?? ''}
      />
      <ColorSwatches color={alike(flows, (flow) => flowColorOf(flow) ?? null)} ids={ids} />
    </div>
  );
};

type TextProps = {
  flows: readonly CanvasEdge[];
  name: 'protocol' | 'dataClassification';
  label: string;
  hint: string;
  suggestions: readonly string[];
  undoLabel: string;
};

const TextAttribute = ({ flows, name, label, hint, suggestions, undoLabel }: TextProps) => {
  const { t } = useTranslation('flows');
  const value = alike(flows, ({ data }) => data?.[name] ?? '');
  const ids = flows.map(({ id }) => id);
  return (
    <div className={classes.attribute}>
      <span aria-hidden>{label}</span>
      <DraftSuggest
        label={label}
        placeholder={value === undefined ? t('differ') : hint}
        save={(text) => describeFlows(undoLabel, ids, name, text === '' ? undefined : text)}
        suggestions={suggestions}
        value={value ?? ''}
      />
    </div>
  );
};
