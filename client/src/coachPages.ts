/**
 * The pages that the first game does not need. They are in a list of their own, because the start page would have to load
 * the names of all files that they need.
 */

import type { Component } from 'svelte';
import type { Route } from './route.svelte';

const PAGES = {
  review: () => import('./review/ReviewPage.svelte'),
  record: () => import('./replay/RecordPage.svelte'),
  study: () => import('./study/StudyPage.svelte'),
  practice: () => import('./practice/PracticePage.svelte'),
  daily: () => import('./daily/DailyPage.svelte'),
  friends: () => import('./friends/FriendsPage.svelte'),
  games: () => import('./games/GamesPage.svelte'),
  pad: () => import('./pad/PadPage.svelte'),
  print: () => import('./print/PrintPage.svelte'),
};

export const loadPage = (page: Route['page']): Promise<{ default: Component<any> }> => PAGES[page as keyof typeof PAGES]();
