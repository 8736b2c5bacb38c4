// What the owner of a deleted account is asked.
export const title = 'Your account is deleted';
export const restored = 'Welcome back. Everything is as it was';
export const lead = (lastDay: string) => `Nobody sees it any more. On ${lastDay} it is erased for good.`;
export const submit = 'Bring it back';
export const decline = 'Leave it deleted and log out';
export const downloadHint = 'You can still take everything with you.';
export const question = 'Do you want <user/> back, with everything you posted?';
