// What the security page says.
export const title = 'Security';
export const lead = 'How you log in, and what keeps others out.';
export const ownDataLink = 'Download your data, or delete your account';
export const loadFailed = 'Your ways to log in could not be loaded';
export const hasPassword = 'You can log in with your email and your password.';
export const hasNoPassword = 'This account has no password: you log in with Google.';
export const loading = 'Loading your ways to log in';
