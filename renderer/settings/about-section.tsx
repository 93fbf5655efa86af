import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { UpdatesSection } from './updates-section.tsx';
import classes from './about-section.module.css';

/**
 * Shows the version of the app, and the credits and licenses of all its parts. The credits are several
 * hundred kilobytes long, so they are loaded only when this section is shown.
 */
export const AboutSection = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['credits'],
    queryFn: async () => await import('virtual:credits'),
    staleTime: Infinity,
  });
  if (error) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!data) return null;
  return (
    <>
      <p className={classes.line}>
        <strong>{t('about.version', { version: data.version })}</strong>
        <span className={classes.dimmed}>{t('about.runtime', runtime())}</span>
      </p>
      <UpdatesSection />
      <p className={classes.line}>{t('about.canvas')}</p>
      <h3 className={classes.title}>{t('about.parts')}</h3>
      <p className={classes.dimmed}>{t('about.parts-text')}</p>
      <ul className={classes.parts}>
        {data.credits.map(({ name, version, license, text }) => (
          <li key={`${name} ${version}`}>
            <details>
              <summary className={classes.part}>
                <span>
                  {name} <span className={classes.dimmed}>{version}</span>
                </span>
                <span className={classes.dimmed}>{license}</span>
              </summary>
              <pre className={classes.text}>{text === '' ? t('about.no-text') : text}</pre>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
};

/**
 * Returns the versions of Electron and Chromium from the user agent, because the page has no other
 * source.
 */
const runtime = (): { electron: string; chromium: string } => {
  const versionOf = (name: string): string =>
    new RegExp(`${name}/([\\d.]+)`, 'u').exec(navigator.userAgent)?.[1] ?? '';
  return { electron: versionOf('Electron'), chromium: versionOf('Chrome') };
};
