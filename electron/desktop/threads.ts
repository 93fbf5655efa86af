import type { MessagePort } from 'node:worker_threads';
import type { UpdateState } from '#shared/desktop/updates.ts';
import type { ClipboardAction, Menu, Preferences } from '#shared/desktop/window.ts';
import type { Program } from '../connection/child-process.ts';
import type { NetworkRequest } from '../connection/network-port.ts';
import type { SecretStore } from '../connection/vault.ts';
import type { PrintAnswer } from '../shell/print-document.ts';
import type { FileType } from './file-export.ts';
import type { Updates } from './updates.ts';
import type { WindowPreferences } from './window-preferences.ts';

/** The data with which the desktop thread starts. */
export type DesktopThreadData = {
  /** The folder with all files of the app. */
  folder: string;
  /** The mask with which the app was started. */
  umask: number;
  /** The files on the command line. */
  launchPaths: string[];
  version: string;
  /** The start of the main process, in ms since 1970. */
  startedAt: number;
};

/** Functions of the main thread, which the desktop thread calls: everything that needs Electron. */
export type MainThread = {
  startProcess: (program: Program, control: MessagePort) => Promise<void>;
  request: (request: NetworkRequest, port: MessagePort) => Promise<void>;
  secretBackend: SecretStore['backend'];
  canEncrypt: SecretStore['isAvailable'];
  encrypt: SecretStore['encrypt'];
  decrypt: SecretStore['decrypt'];
  chooseImportFile: () => Promise<string | null>;
  chooseBackupFile: () => Promise<string | null>;
  chooseLogoFile: () => Promise<string | null>;
  chooseExportFolder: () => Promise<string | null>;
  chooseSavePath: (fileName: string, type: FileType) => Promise<string | null>;
  showInFolder: (path: string) => void;
  print: (html: string) => Promise<PrintAnswer>;
  showMenu: (menu: Menu) => void;
  edit: (action: ClipboardAction) => void;
  followColorScheme: (scheme: Preferences['colorScheme']) => void;
  /**
   * Switches the texts of the main thread to a language. Returns this language, or the language of the
   * system for an empty text.
   */
  followLanguage: (language: string) => Promise<string>;
  windowPreferences: WindowPreferences['get'];
  setWindowPreferences: WindowPreferences['set'];
  takeTour: WindowPreferences['takeTour'];
  updateState: Updates['state'];
  checkForUpdate: Updates['check'];
  downloadUpdate: Updates['download'];
  cancelUpdate: Updates['cancel'];
  installUpdate: Updates['install'];
};

/** Functions of the desktop thread, which the main thread calls. */
export type DesktopThread = {
  /** Answers the calls of the window's page, which arrive through a port. */
  connectWindow: (port: MessagePort) => void;
  /** Returns the handle of a dropped file. */
  addDropped: (name: string, bytes: Uint8Array<ArrayBuffer>) => string;
  openFile: (path: string) => void;
  /** Returns the preferences of the open connection, in which earlier versions had those of the window. */
  storedPreferences: () => Preferences;
  speak: (language: string) => Promise<void>;
  runCommand: (command: string) => void;
  updatesChanged: (state: UpdateState) => void;
  windowFocused: () => void;
  windowCrashed: () => void;
  /** Returns when the store was open, in ms since the main process began. */
  windowPainted: () => { store: number };
  computerResumed: () => void;
  /** Resolves when the changes that the window sent before are stored, and no file is being saved. */
  close: () => Promise<void>;
};
