// What is said of drafts, and of what is not sent when somebody logs out.
export const pictureAd = 'an ad with pictures';
export const videoAd = 'a video ad';
export const tweet = 'a tweet';
export const talk = 'a talk';
export const picture = 'a picture';
export const logOutAnyway = (loss: string) => `${loss} Log out?`;
export const unsentLost = (count: number) =>
	`${count} ${count === 1 ? 'thing was' : 'things were'} not sent and will be lost if you log out now.`;
