// Sentences where an account is deleted.
export const title = 'Delete your account';
export const summary = 'Your profile and posts are hidden immediately. You have 14 days to change your mind.';
export const submit = 'Delete my account';
export const erasedTitle = 'We will delete:';
export const profileErased = (userName: string) => `your profile @${userName}. No one else can take this name`;
export const postsErased = 'your ads, videos, tweets, talks and pictures, with their comments';
export const activityErased = 'your comments, likes, follows and saved items';
export const coursesErased = 'your progress in courses and your certificates';
export const erasureTerms =
	'Everything is hidden now and deleted after 14 days. Log in before then to restore it. We keep payment records for six years, without your name.';
export const keep = 'Keep my account';
export const deleted = (lastDay: string) => `Your account is deleted. Log in before ${lastDay} to restore it`;
