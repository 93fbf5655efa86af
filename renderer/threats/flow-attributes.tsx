import { useTranslation } from 'react-i18next';
import type { CanvasEdge } from '#shared/canvas/document.ts';
import { useCanvas } from '../canvas/canvas-store.ts';
import { DraftText } from '../ui/draft-text.tsx';
import { AttributeSwitch } from './attribute-switch.tsx';
import classes from './inspector.module.css';

const switches = [
  { key: 'bidirectional', textKey: 'flow.bidirectional', label: 'threats.label.direction' },
  { key: 'encrypted', textKey: 'flow.encrypted', label: 'threats.label.encryption' },
  { key: 'authenticated', textKey: 'flow.authenticated', label: 'threats.label.authentication' },
] as const;

/** How data travels on a flow. */
export const FlowAttributes = ({ edge }: { edge: CanvasEdge }) => {
  const { t } = useTranslation('threats');
  const commit = useCanvas((state) => state.commit);
  const { id, data } = edge;

  const saveProtocol = (protocol: string): void =>
    commit({
      label: 'threats.label.protocol',
      operation: [
        protocol === ''
          ? { kind: 'setEdge', id, unsetData: ['protocol'] }
          : { kind: 'setEdge', id, data: { protocol } },
      ],
    });

  return (
    <div aria-label={t('flow.attributes')} className={classes.attributes} role="group">
      <div className={classes.attribute}>
        <span aria-hidden>{t('flow.protocol')}</span>
        <DraftText
          label={t('flow.protocol')}
          placeholder={t('placeholder.protocol')}
          save={saveProtocol}
          shape="line"
          value={data?.protocol ?? ''}
        />
      </div>
      {switches.map(({ key, textKey, label }) => (
        <AttributeSwitch
          isOn={data?.[key] ?? false}
          key={key}
          label={t(textKey)}
          set={(isOn) =>
            commit({ label, operation: [{ kind: 'setEdge', id, data: { [key]: isOn } }] })
          }
        />
      ))}
    </div>
  );
};
