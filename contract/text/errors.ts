// What is said where a page or a call failed, and where the app has a new version.
import { brand } from '../brand.ts';

export const noResponse = 'No answer came. Check your connection and try again.';
export const useNewVersion = 'Use it now';
export const later = 'Later';
export const connectionLost = 'The connection was lost. Everything is still here: try again when you are online.';
export const newVersionNeeded = 'This page is part of it, so the version you have open cannot show it.';
export const pageFailed = 'This page could not be loaded';
export const notFoundTitle = 'We could not find that page';
export const notFoundHint = 'It may have been sold, taken down, or the link was cut short. Have a look around instead:';
export const serverUnavailable = 'The server could not answer. Please try again in a moment.';
export const newVersion = `A new version of ${brand.name} is ready`;
export const notFoundPageTitle = 'Page not found';
export const failedPageTitle = 'Something went wrong';
