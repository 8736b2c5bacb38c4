// What the list of one's own decisions says.
export const title = 'Decisions';
export const about = 'Decisions about your posts and your reports. A post that we are still checking has none yet.';
export const loadFailed = "We couldn't load the decisions";
export const emptyTitle = 'No decisions yet';
export const seeUploads = 'View my uploads';
export const emptyHint = 'When you report something, the result appears here.';
export const readMoreOrAppeal = 'Read more or appeal';
export const loading = 'Loading decisions';
