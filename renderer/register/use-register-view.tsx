import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import type { RegisterRow } from '#shared/desktop/register.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { elementOfComponent } from '../canvas/state/lookup.ts';
import { revealElement } from '../canvas/viewport/navigation.ts';
import { useCommand } from '../kernel/commands/use-command.ts';
import { showInDrawer, type DrawerView } from '../kernel/panels/drawer.tsx';
import { openPanel } from '../kernel/panels/panels.ts';
import { showComponent } from '../kernel/workspace/location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { RegisterPanel } from './register-panel.tsx';

/** The threats of the open canvas, as a tab of the bottom panel. */
export const useRegisterView = (canvasId: string | null): DrawerView => {
  const { t } = useTranslation('register');
  const componentId = useCanvas(selectedComponent);
  useCommand('view.show-threats', { run: () => showInDrawer('register') });
  return {
    id: 'register',
    label: t('tab'),
    content: canvasId && (
      <RegisterPanel
        key={canvasId}
        componentId={componentId}
        onActive={selectElement}
        open={(row) => {
          openPanel('inspector');
          showComponent({ canvasId, componentId: row.component.id, threatId: row.threat.id });
        }}
        scope={{ kind: 'canvas', id: canvasId }}
      />
    ),
  };
};

/**
 * Returns the ID of the selected element's component, or `null` unless exactly one element is selected.
 */
const selectedComponent = ({
  document,
  selection,
}: ReturnType<typeof useCanvas.getState>): string | null => {
  const [id, ...others] = [...selection.nodes, ...selection.edges];
  if (id === undefined || others.length > 0) return null;
  const element = nodeById(document, id) ?? edgeById(document, id);
  return element?.data?.componentId ?? null;
};

/** Selects the element of a row's component on the canvas. The focus stays in the table. */
const selectElement = ({ component }: RegisterRow): void => {
  const { document, selection, select } = useCanvas.getState();
  const elementId = elementOfComponent(document, component.id);
  if (elementId === null || selection.nodes.includes(elementId)) return;
  select([elementId]);
  revealElement(elementId);
};
