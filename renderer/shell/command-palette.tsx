import { createSpotlight, useSpotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { Check, Folder, Waypoints } from 'lucide-react';
import { memo, useLayoutEffect, useState } from 'react';
import { commandList } from '../kernel/commands/commands.ts';
import { useShortcutsOf } from '../kernel/commands/shortcut-choices.ts';
import {
  runCommand,
  useCommand,
  useCommandTitle,
  useEnabledCommands,
  useSwitches,
} from '../kernel/commands/use-command.ts';
import { openModel, openOverview } from '../kernel/workspace/location.ts';
import { useOverview } from '../kernel/workspace/use-workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { usePaletteConnections } from '../settings/use-connection-commands.tsx';
import { Keys } from '../ui/keys.tsx';
import { SearchDialog } from '../ui/search-dialog.tsx';
import { isFoundCollection, isFoundIn, useFound } from './use-found.tsx';

const [store, { toggle }] = createSpotlight();

type Group = SpotlightActionGroupData;

/** Finds collections, canvases, enabled commands, and the content of all models. */
export const CommandPalette = () => {
  const { t } = useTranslation();
  const { opened } = useSpotlight(store);
  const [groups, setGroups] = useState<Group[]>([]);
  const [query, setQuery] = useState('');
  useCommand('view.palette-commands', { run: toggle });
  return (
    <>
      {opened && <Entries query={query} show={setGroups} />}
      <SearchDialog
        actions={groups}
        fieldLabel={t('palette.placeholder')}
        nothingFound={t('palette.nothing')}
        onQueryChange={setQuery}
        placeholder={t('palette.placeholder')}
        query={query}
        store={store}
        title={t('title-bar.search')}
      />
    </>
  );
};

type EntriesProps = { query: string; show: (groups: Group[]) => void };

/**
 * Collects the entries of the palette. The component is mounted only while the palette is open, because
 * there are hundreds of entries, which would have to be collected again after each edit.
 */
const Entries = memo(({ query, show }: EntriesProps) => {
  const { t } = useTranslation(['app', 'collections']);
  const { t: tCommand } = useTranslation('commands');
  const titleOf = useCommandTitle();
  const { data: collections = [] } = useOverview();
  const enabled = useEnabledCommands();
  const switches = useSwitches();
  const { shortcutsOf } = useShortcutsOf();
  const connections = usePaletteConnections();
  const navigate = useNavigate();
  const found = useFound(query);

  const canvases: Group = {
    group: t('palette.canvases'),
    actions: collections.flatMap((collection) =>
      collection.models.flatMap((model) => [
        // A model without canvases is empty or not downloaded. It gets an entry that opens its page.
        ...(model.canvases.length > 0
          ? []
          : [
              {
                id: model.id,
                label: model.title,
                description: collection.title,
                keywords: isFoundIn(found.hits, '', model.id) ? query : '',
                leftSection: <Waypoints />,
                onClick: () => openModel(model.id),
              },
            ]),
        ...model.canvases.map((canvas) => ({
          id: canvas.id,
          label: model.canvases.length > 1 ? `${model.title} / ${canvas.title}` : model.title,
          description: collection.title,
          // The main process also finds a canvas by its description, and by its title without
          // diacritics. The query is a keyword of a canvas that was found this way, because otherwise
          // the palette would hide the canvas.
          keywords: isFoundIn(found.hits, canvas.id, model.id)
            ? [canvas.title, query]
            : canvas.title,
          leftSection: <Waypoints />,
          onClick: () =>
            void navigate({ to: '/canvases/$canvasId', params: { canvasId: canvas.id } }),
        })),
      ]),
    ),
  };
  const collectionGroup: Group = {
    group: t('collections:collections'),
    actions: collections.map(({ id, title }) => ({
      id: `collection:${id}`,
      label: title,
      keywords: isFoundCollection(found.hits, id) ? query : '',
      leftSection: <Folder />,
      onClick: () => openOverview({ kind: 'collection', id }),
    })),
  };
  const commands: Group = {
    group: t('palette.commands'),
    actions: commandList
      .filter(({ id }) => enabled.has(id) && id !== 'view.palette-commands')
      .map((command) => ({ ...command, shortcut: shortcutsOf(command)[0] }))
      .map(({ id, menu, shortcut }) => ({
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

  useLayoutEffect(() =>
    show([canvases, collectionGroup, ...connections, commands, ...found.groups]),
  );
  return null;
});
