import { Notifications } from '@mantine/notifications';
import classes from './notices.module.css';

const position = 'bottom-center';

/**
 * Notifications, at the lower edge of the window. Dialogs leave room for them (`modalInner` in
 * `ui/theme/mantine.module.css`), so that none hides a dialog's title or buttons.
 */
export const Notices = () => (
  <Notifications
    autoClose={6000}
    className={classes.notifications}
    classNames={{ notification: classes.notification ?? '' }}
    containerWidth={380}
    limit={4}
    position={position}
    ref={observeHeight}
  />
);

/** In px: the distance from the notifications to the lower edge of the window, and to a dialog. */
const distance = 36 + 8;

/** Tells dialogs and the tour, which are in the same container, how much room the notifications need. */
const observeHeight = (shown: HTMLElement | null) => {
  const container = shown?.parentElement;
  // Mantine has an element for each of its positions.
  if (!shown || !container || shown.dataset['position'] !== position) return undefined;
  const observer = new ResizeObserver(() => {
    const { height } = shown.getBoundingClientRect();
    container.style.setProperty('--notices', `${height > 0 ? height + distance : 0}px`);
  });
  observer.observe(shown);
  return () => observer.disconnect();
};
