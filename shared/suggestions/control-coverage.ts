import type { Framework } from '../codex/codex-extensions.ts';

/** A mitigation of the model with the controls that it helps to meet. */
export type ControlledMitigation = {
  title: string;
  status: string | null;
  controls: readonly string[];
  componentId: string;
};

export type ControlCoverage = {
  framework: string;
  control: string;
  title: string;
  /** The number of mitigations that meet the control. */
  total: number;
  /** The number of these mitigations that are done. */
  done: number;
  /**
   * The component of the first mitigation that is not done. If all are done, the component of the
   * first mitigation. `null` if no mitigation meets the control.
   */
  componentId: string | null;
};

/**
 * The frameworks of the default library. The name of a control begins with the name of its framework.
 */
const families = ['ASVS', 'NIST 800-53', 'ISO 27001', 'CIS'] as const;

const frameworkOf = (control: string): string =>
  families.find((family) => control.toUpperCase().startsWith(`${family} `)) ?? '';

const nameOf = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Tells if a mitigation counts. Mitigations that are not applicable (`never`) do not count. */
const counts = ({ status }: ControlledMitigation): boolean => status !== 'never';

/**
 * Returns the controls that mitigations of a model meet, and all controls of an organization's
 * frameworks, including unmet ones. A mitigation meets a control of an organization's framework in three
 * cases: The mitigation names the control, the control lists the title of the mitigation, or the control
 * lists another control that the mitigation names.
 */
export const controlCoverage = (
  mitigations: readonly ControlledMitigation[],
  frameworks: readonly Framework[],
): ControlCoverage[] => {
  const byName = new Map<string, ControlledMitigation[]>();
  const titles = new Map<string, string>();
  const note = (name: string, mitigation: ControlledMitigation): void => {
    const known = byName.get(name);
    if (known) known.push(mitigation);
    else byName.set(name, [mitigation]);
  };
  for (const mitigation of mitigations.filter(counts)) {
    for (const control of mitigation.controls) {
      if (!titles.has(nameOf(control))) titles.set(nameOf(control), control.trim());
      note(nameOf(control), mitigation);
    }
    note(`title ${nameOf(mitigation.title)}`, mitigation);
  }
  const own = new Set<string>();
  const ofOwn = frameworks.flatMap(({ title: framework, controls }) =>
    controls.map(({ id, title, metBy }) => {
      own.add(nameOf(id));
      const names = [id, ...metBy].flatMap((each) => [nameOf(each), `title ${nameOf(each)}`]);
      const meeting = new Set(names.flatMap((name) => byName.get(name) ?? []));
      return covered(framework, id, title, [...meeting]);
    }),
  );
  const named = [...titles].filter(([name]) => !own.has(name));
  const ofFamilies = named.map(([name, control]) =>
    covered(frameworkOf(control), control, '', [...new Set(byName.get(name))]),
  );
  return [...ofOwn, ...ofFamilies.toSorted(byControl)];
};

const byControl = (one: ControlCoverage, other: ControlCoverage): number =>
  one.framework.localeCompare(other.framework) ||
  one.control.localeCompare(other.control, 'en', { numeric: true });

const covered = (
  framework: string,
  control: string,
  title: string,
  mitigations: readonly ControlledMitigation[],
): ControlCoverage => {
  const open = mitigations.filter(({ status }) => status !== 'done');
  return {
    framework,
    control,
    title,
    total: mitigations.length,
    done: mitigations.length - open.length,
    componentId: (open[0] ?? mitigations[0])?.componentId ?? null,
  };
};
