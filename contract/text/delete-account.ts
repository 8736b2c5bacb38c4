// What is said where an account is deleted.
export const title = 'Delete your account';
export const summary = 'Nobody sees you or what you posted from that moment on. You can come back for 14 days.';
export const submit = 'Delete my account';
export const erasedTitle = 'What goes:';
export const profileErased = (userName: string) => `your profile @${userName}: nobody else gets this name`;
export const postsErased = 'your ads, videos, tweets, talks and pictures, with what others said on them';
export const activityErased = 'your comments, likes, follows and saved things';
export const coursesErased = 'your progress in courses and your certificates';
export const erasureTerms =
	'It is hidden at once and erased after 14 days. Until then log in again to bring everything back. What you paid stays in our books for six years, without your name.';
export const keep = 'Keep my account';
export const deleted = (lastDay: string) => `Your account is deleted. Log in before ${lastDay} to bring it back`;
