import { NativeSelect, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { languageNames } from '#shared/locales/languages.ts';
import {
  toggleSetting,
  useArrangeSettings,
  type ArrangeSetting,
} from '../canvas/state/arrange-settings.ts';
import { useConnections } from '../kernel/connection/connections.ts';
import { savedPreferences, savePreferences } from '../kernel/desktop/preferences.ts';
import { speakInWindow } from '../locales/i18n.ts';
import { useTranslation } from '../locales/use-translation.tsx';
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

/**
 * The theme and the language of the window, and what every canvas shows. Each change applies at once.
 */
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
      <LanguageChoice />
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

/**
 * The language that the person chose last. It is kept here, because `savedPreferences` does not change
 * while the window is open.
 */
let chosenLanguage = savedPreferences.language;

const LanguageChoice = () => {
  const { t } = useTranslation('settings');
  const [tag, setTag] = useState(chosenLanguage);
  const isManaged = useConnections(({ list }) => (list?.managed.language ?? null) !== null);
  const choose = (wanted: string): void => {
    chosenLanguage = wanted;
    setTag(wanted);
    savePreferences({ language: wanted });
    void speakInWindow(wanted);
  };
  return (
    <section className={classes.group}>
      <h3 className={classes.title}>{t('appearance.language')}</h3>
      <NativeSelect
        aria-label={t('appearance.language')}
        data={[
          { value: '', label: t('appearance.system-language') },
          ...Object.entries(languageNames).map(([value, label]) => ({ value, label })),
        ]}
        description={isManaged && t('managed.title')}
        disabled={isManaged}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        value={tag}
        w={260}
      />
    </section>
  );
};
