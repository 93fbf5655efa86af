import { useTranslation } from 'react-i18next';
import { NameField } from '../ui/name-field.tsx';
import { fullTime, relativeTime } from '../ui/relative-time.ts';
import { useNow } from '../ui/use-now.ts';
import { ModelLink } from './model-link.tsx';
import { modelStatusText } from './model-status-text.ts';
import type { RowActions } from './model-table.tsx';
import { RowMenuButton } from './row-menu-button.tsx';
import { useOpenModel } from './use-open-model.ts';
import type { ModelEntry } from './use-overview.ts';
import classes from './model-table.module.css';

type ModelRowProps = RowActions & { model: ModelEntry };

export const ModelRow = ({ model, ...row }: ModelRowProps) => {
  const { t, i18n } = useTranslation('collections');
  const now = useNow();
  const openModel = useOpenModel();
  const { title } = model;
  return (
    <tr
      className={classes.model}
      data-menu-open={row.isMenuOpen || undefined}
      onClick={() => {
        if (!row.isRenamed) openModel(model);
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        row.onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <td>
        {row.isRenamed ? (
          <NameField
            label={t('name-of', { title })}
            name={title}
            onDone={row.onRenameEnd}
            rename={row.onRename}
          />
        ) : (
          <ModelLink
            className={classes.link}
            model={model}
            onKeyDown={(event) => {
              if (event.key === 'F2') row.onRenameStart();
            }}
          >
            <span dir="auto">{title}</span>
          </ModelLink>
        )}
      </td>
      <td className={classes.dimmed}>{modelStatusText(model.status, t)}</td>
      {model.isHere ? (
        <>
          <td className={classes.number}>{model.componentCount}</td>
          <td className={classes.number} data-zero={model.openThreatCount === 0}>
            {model.openThreatCount}
          </td>
        </>
      ) : (
        <td className={classes.notHere} colSpan={2}>
          {t('not-here')}
        </td>
      )}
      <td className={classes.changed} title={fullTime(model.updated_at, i18n.language)}>
        {relativeTime(model.updated_at, now, i18n.language)}
      </td>
      <td className={classes.actions} onClick={(event) => event.stopPropagation()}>
        <RowMenuButton isOpen={row.isMenuOpen} onMenu={row.onMenu} title={title} />
      </td>
    </tr>
  );
};
