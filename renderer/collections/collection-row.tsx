import { Folder, HardDriveDownload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NameField } from '../ui/name-field.tsx';
import type { RowActions } from './model-table.tsx';
import { RowMenuButton } from './row-menu-button.tsx';
import type { CollectionEntry } from './use-overview.ts';
import classes from './model-table.module.css';

type CollectionRowProps = RowActions & { collection: CollectionEntry };

export const CollectionRow = ({ collection, ...row }: CollectionRowProps) => {
  const { t } = useTranslation('collections');
  const { title, color, models, keptOffline } = collection;
  return (
    <tr
      className={classes.collection}
      onContextMenu={(event) => {
        event.preventDefault();
        row.onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <th colSpan={5} scope="rowgroup">
        <span className={classes.label}>
          <Folder aria-hidden color={color ?? 'currentColor'} />
          {row.isRenamed ? (
            <NameField
              label={t('name-of', { title })}
              name={title}
              onDone={row.onRenameEnd}
              rename={row.onRename}
            />
          ) : (
            <span className={classes.title} dir="auto" onDoubleClick={row.onRenameStart}>
              {title}
            </span>
          )}
          {!row.isRenamed && (
            <span className={classes.count}>
              {models.length > 0 ? t('models', { count: models.length }) : t('empty-collection')}
              {keptOffline && <KeptOffline />}
            </span>
          )}
        </span>
      </th>
      <td className={classes.actions}>
        <RowMenuButton isOpen={row.isMenuOpen} onMenu={row.onMenu} title={title} />
      </td>
    </tr>
  );
};

const KeptOffline = () => {
  const { t } = useTranslation('collections');
  return (
    <span className={classes.offline}>
      {' · '}
      <HardDriveDownload aria-hidden size={13} /> {t('kept-offline')}
    </span>
  );
};
