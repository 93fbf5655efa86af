import { SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  toggleSetting,
  useArrangeSettings,
  type ArrangeSetting,
} from '../canvas/state/arrange-settings.ts';
import classes from './section.module.css';

const schemes = ['auto', 'light', 'dark'] as const;
const settings: readonly [
  ArrangeSetting,
  (
    | 'toggle-grid'
    | 'toggle-snap-grid'
    | 'toggle-snap-elements'
    | 'toggle-tags'
    | 'toggle-suggestion-counts'
  ),
][] = [
  ['gridShown', 'toggle-grid'],
  ['snapsToGrid', 'toggle-snap-grid'],
  ['snapsToElements', 'toggle-snap-elements'],
  ['tagsShown', 'toggle-tags'],
  ['suggestionCountsShown', 'toggle-suggestion-counts'],
];

/** The theme of the window, and what every canvas shows. Everything applies at once. */
export const AppearanceSection = () => {
  const { t } = useTranslation('settings');
  const { t: tCommand } = useTranslation('commands');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = useArrangeSettings();
  return (
    <>
      <section className={classes.group}>
        <h3 className={classes.title}>{t('appearance.theme')}</h3>
        <SegmentedControl
          aria-label={t('appearance.theme')}
          data={schemes.map((value) => ({ value, label: t(`appearance.scheme.${value}`) }))}
          onChange={(value) => {
            const scheme = schemes.find((each) => each === value);
            if (scheme) setColorScheme(scheme);
          }}
          value={colorScheme}
        />
      </section>
      <section className={classes.group}>
        <h3 className={classes.title}>{t('appearance.canvas')}</h3>
        <div className={classes.switches}>
          {settings.map(([setting, command]) => (
            <Switch
              checked={chosen[setting]}
              key={setting}
              label={tCommand(`view.${command}`)}
              onChange={() => toggleSetting(setting)}
            />
          ))}
        </div>
      </section>
    </>
  );
};
