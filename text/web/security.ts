// What the security page says.
export const title = 'Security';
export const lead = 'Manage how you log in and keep your account safe.';
export const ownDataLink = 'Download your data, or delete your account';
export const loadFailed = "We couldn't load your login settings";
export const hasPassword = 'You can log in with your email and password.';
export const hasNoPassword = 'Your account has no password. You log in with Google.';
export const loading = 'Loading login settings';
