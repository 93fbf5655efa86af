import { createSpotlight, useSpotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { Check, Waypoints } from 'lucide-react';
import { memo, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverview } from '../collections/use-overview.ts';
import { usePaletteConnections } from '../settings/use-palette-connections.tsx';
import { Keys } from '../ui/keys.tsx';
import { SearchDialog } from '../ui/search-dialog.tsx';
import { commandList } from './commands.ts';
import { useCommandTitle } from './use-command-title.ts';
import { runCommand, useCommand, useEnabledCommands, useSwitches } from './use-command.ts';

const [store, { toggle }] = createSpotlight();

type Group = SpotlightActionGroupData;

/** Finds every canvas and every command that can be run now. */
export const CommandPalette = () => {
  const { t } = useTranslation();
  const { opened } = useSpotlight(store);
  const [groups, setGroups] = useState<Group[]>([]);
  useCommand('view.palette-commands', { run: toggle });
  return (
    <>
      {opened && <Entries show={setGroups} />}
      <SearchDialog
        actions={groups}
        fieldLabel={t('palette.placeholder')}
        nothingFound={t('palette.nothing')}
        placeholder={t('palette.placeholder')}
        store={store}
        title={t('title-bar.search')}
      />
    </>
  );
};

/**
 * What can be found, as long as the palette is open: it changes with each edit, and there are
 * hundreds of it.
 */
const Entries = memo(({ show }: { show: (groups: Group[]) => void }) => {
  const { t } = useTranslation();
  const { t: tCommand } = useTranslation('commands');
  const titleOf = useCommandTitle();
  const { data: collections = [] } = useOverview();
  const enabled = useEnabledCommands();
  const switches = useSwitches();
  const connections = usePaletteConnections();
  const navigate = useNavigate();

  const canvases: Group = {
    group: t('palette.canvases'),
    actions: collections.flatMap((collection) =>
      collection.models.flatMap((model) =>
        model.canvases.map((canvas) => ({
          id: canvas.id,
          label: model.canvases.length > 1 ? `${model.title} / ${canvas.title}` : model.title,
          description: collection.title,
          keywords: canvas.title,
          leftSection: <Waypoints />,
          onClick: () =>
            void navigate({ to: '/canvases/$canvasId', params: { canvasId: canvas.id } }),
        })),
      ),
    ),
  };
  const commands: Group = {
    group: t('palette.commands'),
    actions: commandList
      .filter(({ id }) => enabled.has(id) && id !== 'view.palette-commands')
      .map(({ id, menu, shortcuts: [shortcut] }) => ({
        id,
        label: titleOf(id),
        keywords: tCommand(`menu.${menu}`),
        rightSection: (
          <>
            {switches.get(id) && <Check size={14} />}
            {shortcut && <Keys shortcut={shortcut} />}
          </>
        ),
        onClick: () => runCommand(id),
      })),
  };

  useLayoutEffect(() => show([canvases, ...connections, commands]));
  return null;
});
