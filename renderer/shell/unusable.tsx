import { useTranslation } from '../locales/use-translation.tsx';
import { ConnectionSwitcher } from '../settings/connection-switcher.tsx';
import { SettingsDialog } from '../settings/settings-dialog.tsx';
import { StoreProblem } from '../settings/store-problem.tsx';
import {
  useAppearanceCommands,
  useConnectionCommands,
} from '../settings/use-connection-commands.tsx';
import { useUpdateNotices } from '../settings/use-updates.tsx';
import { useNativeMenu } from './use-native-menu.ts';
import { useShortcuts } from './use-shortcuts.ts';
import frame from './frame.module.css';
import bar from './title-bar.module.css';

/** Shows why the local copy of the open connection cannot be used, and offers other connections. */
export const Unusable = () => {
  const { t } = useTranslation();
  useShortcuts();
  useNativeMenu();
  useAppearanceCommands();
  useConnectionCommands();
  useUpdateNotices();
  return (
    <div className={frame.frame}>
      <section aria-label={t('title-bar.label')} className={bar.bar}>
        <div className={bar.start}>
          <ConnectionSwitcher />
        </div>
      </section>
      <main className={frame.content} id="content">
        <StoreProblem />
      </main>
      <SettingsDialog />
    </div>
  );
};
