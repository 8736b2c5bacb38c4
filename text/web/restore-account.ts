// What the owner of a deleted account is asked.
export const title = 'Your account is deleted';
export const restored = 'Welcome back. Your account is restored';
export const lead = (lastDay: string) => `Your profile and posts are hidden. We delete everything on ${lastDay}.`;
export const submit = 'Restore account';
export const decline = 'Keep it deleted and log out';
export const downloadHint = 'You can still download your data.';
export const question = 'Do you want to restore <user/> and all your posts?';
