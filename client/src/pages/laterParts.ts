/**
 * Parts of the start page and of tables that are not there at first. They are in a list of their own, because the
 * first page would have to load the names of all files that they need.
 */

export const PARTS = {
  ContinueGames: () => import('./ContinueGames.svelte'),
  ComingBack: () => import('./ComingBack.svelte'),
  MyNumbers: () => import('./MyNumbers.svelte'),
  SettingsDialog: () => import('./SettingsDialog.svelte'),
  StrengthDialog: () => import('./StrengthDialog.svelte'),
  NewTableDialog: () => import('./NewTableDialog.svelte'),
  AbsentPlayers: () => import('./AbsentPlayers.svelte'),
  EndButtons: () => import('./EndButtons.svelte'),
  PadTable: () => import('../pad/PadTable.svelte'),
  Lobby: () => import('./Lobby.svelte'),
  TableMenu: () => import('./TableMenu.svelte'),
  HintDialog: () => import('../sixto/HintDialog.svelte'),
  ghosts: () => import('../replay/ghosts.svelte'),
};
