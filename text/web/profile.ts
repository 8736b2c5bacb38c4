// What a profile says.

export const title = 'Profile';
export const noPosts = 'No posts yet';
export const noPostsHint = 'Pictures, tweets and talks from this seller appear here.';
export const listEnd = "You've seen everything from this seller.";
export const seePictures = 'See pictures';
export const noVideosHint = 'Videos from this seller appear here.';
export const registeredAs = (name: string) => `Registered as ${name}`;
export const joined = (month: string) => `Joined ${month}`;
export const pageTitle = (name: string, userName: string) => `${name} (@${userName})`;
export const videosPageTitle = (name: string, userName: string) => `Videos from ${name} (@${userName})`;
export const summary = (name: string, brand: string) => `See what ${name} sells on ${brand}.`;
export const summaryWithPlace = (name: string, place: string, brand: string) =>
	`See what ${name} sells in ${place} on ${brand}.`;
export const postsListed = 'posts';
