// What is said where a page or a call failed, and where the app has a new version.

export const noResponse = 'No response. Check your connection and try again.';
export const useNewVersion = 'Update now';
export const later = 'Later';
export const connectionLost = "You lost your connection. Nothing is lost: try again when you're online.";
export const newVersionNeeded = 'You need the new version to open this page.';
export const pageFailed = "We couldn't load this page";
export const notFoundTitle = "We couldn't find that page";
export const notFoundHint = 'It may be sold or taken down, or the link is incomplete. Browse the market instead:';
export const serverUnavailable = 'The server is not responding. Please try again in a moment.';
export const newVersion = (brand: string) => `A new version of ${brand} is ready`;
export const notFoundPageTitle = 'Page not found';
export const failedPageTitle = 'Something went wrong';
