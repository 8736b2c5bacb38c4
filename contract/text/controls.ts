// What fields, lists and dialogs say on every page.
export const leave = 'Leave';
export const hidePassword = 'Hide password';
export const showPassword = 'Show password';
export const moreFailed = 'More could not be loaded. Check your connection and try again.';
export const showMore = 'Show more';
export const loading = 'Loading';
export const stay = 'Stay';
export const loadMore = 'Load more';
export const leaveTitle = 'Leave this page?';
export const optional = '(optional)';
export const lettersLeft = (count: number) => `${count.toLocaleString('en')} left`;
