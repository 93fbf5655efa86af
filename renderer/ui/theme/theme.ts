import { createTheme, rem, type MantineColorsTuple } from '@mantine/core';
import { windowFonts } from './fonts.ts';
import classes from './mantine.module.css';

const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f6',
  '#e6e9ee',
  '#d7dbe2',
  '#bcc3cd',
  '#8f98a6',
  '#616b7a',
  '#475060',
  '#2d3543',
  '#1a202b',
];

const dark: MantineColorsTuple = [
  '#d5dae2',
  '#b6bdc9',
  '#98a1af',
  '#687182',
  '#3a4250',
  '#2b323e',
  '#222833',
  '#191d25',
  '#13161d',
  '#0d1015',
];

const indigo: MantineColorsTuple = [
  '#eef0fc',
  '#dfe3f9',
  '#c2c9f3',
  '#a1abee',
  '#8894e9',
  '#6f7ce0',
  '#5562d0',
  '#4753bb',
  '#3c469f',
  '#323b84',
];

/** The heights of controls by size, in pixels. `sm` is also the height of rows in trees and lists. */
const controlHeight: Record<string, number> = { xs: 24, sm: 28, md: 32, lg: 36 };
const heightOf = (size: unknown): string => rem(controlHeight[String(size)] ?? 28);

/**
 * Settings of fields with a list of options. The list itself scrolls, because the keyboard could not
 * reach Mantine's scroll area inside the list.
 */
const optionList = {
  defaultProps: { withScrollArea: false },
  classNames: { options: classes.options },
};

/**
 * The ID of the container for menus and tooltips. It is a landmark, because for accessibility, all
 * content of a page must be in a landmark.
 */
export const layersId = 'layers';

/**
 * Mantine's sizes are made for a base font size of 16 px. Parapet's base font size is 13 px, so text and
 * controls have other sizes, and every control is `sm` by default.
 */
export const theme = createTheme({
  colors: { gray, dark, indigo },
  primaryColor: 'indigo',
  primaryShade: 6,
  autoContrast: true,
  black: '#1a202b',
  fontFamily: windowFonts,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  fontSizes: { xs: rem(11), sm: rem(12), md: rem(13), lg: rem(15), xl: rem(18) },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.4', xl: '1.3' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.3' },
      h2: { fontSize: rem(15), lineHeight: '1.4' },
      h3: { fontSize: rem(13), lineHeight: '1.45' },
    },
  },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(3), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(12) },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: {
      defaultProps: { size: 'sm', fw: 500 },
      vars: (_theme: unknown, props: { size?: unknown }) => ({
        root: {
          '--button-height': heightOf(props.size),
          '--button-fz': rem(13),
          '--button-padding-x': rem(12),
        },
      }),
    },
    ActionIcon: {
      defaultProps: { size: 'sm', variant: 'subtle', color: 'gray' },
      vars: (_theme: unknown, props: { size?: unknown }) => ({
        root: { '--ai-size': heightOf(props.size) },
      }),
    },
    Input: {
      defaultProps: { size: 'sm' },
      classNames: { input: classes.input },
      vars: (_theme: unknown, props: { size?: unknown }) => ({
        wrapper: {
          '--input-height': heightOf(props.size),
          '--input-fz': rem(13),
          '--input-padding': rem(8),
        },
      }),
    },
    Autocomplete: optionList,
    MultiSelect: optionList,
    Select: optionList,
    TagsInput: optionList,
    Checkbox: {
      defaultProps: { size: 'xs' },
      classNames: { input: classes.choice, label: classes.choiceLabel },
    },
    Radio: {
      defaultProps: { size: 'xs' },
      classNames: { radio: classes.choice, label: classes.choiceLabel },
    },
    InputWrapper: { defaultProps: { size: 'sm' }, classNames: { label: classes.label } },
    SegmentedControl: {
      defaultProps: { size: 'sm' },
      classNames: { indicator: classes.segment },
    },
    Badge: { defaultProps: { variant: 'light', size: 'sm', radius: 'sm', tt: 'none' } },
    Tooltip: {
      defaultProps: {
        openDelay: 500,
        withinPortal: true,
        portalProps: { target: `#${layersId}` },
        fz: 'sm',
        px: 8,
        py: 4,
      },
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 'md',
        withinPortal: true,
        portalProps: { target: `#${layersId}` },
        // Leaves out Mantine's placeholder for the initial focus, because a menu may contain only menu
        // items.
        withInitialFocusPlaceholder: false,
      },
      classNames: { dropdown: classes.menu, item: classes.menuItem },
    },
    // Takes a submenu out of its parent menu, which scrolls and would cut the submenu off at its edge.
    MenuSub: { defaultProps: { floatingStrategy: 'fixed' } },
    Popover: { defaultProps: { shadow: 'md', radius: 'md', withinPortal: true } },
    Modal: {
      defaultProps: {
        centered: true,
        shadow: 'lg',
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.3 },
        // Opens without an animation, so that text typed right after a shortcut goes into the field of
        // the dialog.
        transitionProps: { duration: 0 },
      },
      classNames: {
        inner: classes.modalInner,
        content: classes.modalContent,
        header: classes.modalHeader,
        title: classes.modalTitle,
        body: classes.modalBody,
      },
    },
    Notification: {
      defaultProps: { radius: 'md', withBorder: true, loaderProps: { size: 16 } },
      classNames: {
        root: classes.notification,
        icon: classes.notificationIcon,
        loader: classes.notificationLoader,
        title: classes.notificationText,
        description: classes.notificationText,
      },
    },
    Paper: { defaultProps: { shadow: 'none' } },
    Text: { defaultProps: { size: 'md' } },
  },
});
