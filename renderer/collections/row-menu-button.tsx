import { ActionIcon } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pointBelow, type Point } from '../ui/menu-at.tsx';

type RowMenuButtonProps = {
  title: string;
  isOpen: boolean;
  tabIndex?: number;
  onMenu: (at: Point) => void;
};

export const RowMenuButton = ({ title, isOpen, tabIndex = 0, onMenu }: RowMenuButtonProps) => {
  const { t } = useTranslation('collections');
  return (
    <ActionIcon
      aria-expanded={isOpen}
      aria-haspopup="menu"
      aria-label={t('actions-of', { title })}
      onClick={(event) => onMenu(pointBelow(event.currentTarget))}
      size="xs"
      tabIndex={tabIndex}
    >
      <Ellipsis />
    </ActionIcon>
  );
};
