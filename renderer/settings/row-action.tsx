import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

type RowActionProps = { icon: ReactNode; label: string; onClick: () => void };

export const RowAction = ({ icon, label, onClick }: RowActionProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  </Tooltip>
);
