// What fields, lists and dialogs say on every page.
import { formatInteger } from '../../contract/core/format-integer.ts';

export const leave = 'Leave';
export const hidePassword = 'Hide password';
export const showPassword = 'Show password';
export const moreFailed = "We couldn't load more. Check your connection and try again.";
export const showMore = 'Show more';
export const loading = 'Loading';
export const stay = 'Stay';
export const loadMore = 'Load more';
export const leaveTitle = 'Leave this page?';
export const optional = '(optional)';
export const charactersLeft = (count: number) => `${formatInteger(count)} left`;
export const on = 'On';
export const off = 'Off';
