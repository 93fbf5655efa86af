import { ActionIcon, Tooltip } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { openCanvas } from '../../app/open-canvas.ts';
import { MenuAt, pointBelow } from '../../ui/menu-at.tsx';
import { useMenuAt } from '../../ui/use-menu-at.ts';
import type { CanvasEntry } from '../use-overview.ts';

type AllCanvasesProps = {
  canvases: readonly CanvasEntry[];
  openId: string;
  tabs: RefObject<HTMLElement | null>;
};

/** The list of all canvases, offered while not all their tabs have room. */
export const AllCanvases = ({ canvases, openId, tabs }: AllCanvasesProps) => {
  const { t } = useTranslation('canvases');
  const overflows = useOverflow(tabs, canvases);
  const menu = useMenuAt<'all'>();
  if (!overflows) return null;
  return (
    <>
      <Tooltip label={t('all')}>
        <ActionIcon
          aria-expanded={menu.at !== null}
          aria-haspopup="menu"
          aria-label={t('all')}
          onClick={(event) => menu.open('all', pointBelow(event.currentTarget))}
          size="xs"
        >
          <ChevronDown />
        </ActionIcon>
      </Tooltip>
      <MenuAt
        at={menu.at}
        entries={canvases.map(({ id, title }) => ({
          key: id,
          label: title,
          isChecked: id === openId,
          run: () => openCanvas(id),
        }))}
        label={t('all')}
        onClose={menu.close}
      />
    </>
  );
};

/** The tabs and each of them are watched, because a new or longer name changes no outer size. */
const useOverflow = (
  tabs: RefObject<HTMLElement | null>,
  canvases: readonly CanvasEntry[],
): boolean => {
  const [overflows, setOverflows] = useState(false);
  const count = canvases.length;
  useEffect(() => {
    const { current } = tabs;
    if (!current || count < 2) return undefined;
    const observer = new ResizeObserver(() => {
      setOverflows(current.scrollWidth > current.clientWidth + 1);
      const openTab = current.querySelector('[aria-selected="true"]');
      openTab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    for (const watched of [current, ...current.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, [tabs, count]);
  return overflows && count > 1;
};
