// What the page says that takes what other apps share.
import { brand } from '../brand.ts';

export const pageTitle = 'What you share';
export const loading = 'Taking what you share';
export const emptyTitle = 'Nothing has arrived';
export const chooseHere = 'Choose it here';
export const emptyHint = `Share a picture or a video from your phone's gallery with ${brand.name}, and post it from here.`;
export const heading = 'What shall it become?';
export const hint = 'Nothing is posted yet: you can still change everything.';
export const pictureAd = 'An ad with pictures';
export const videoAd = 'A video ad';
export const tweet = 'A tweet';
export const talk = 'A talk';
export const picture = 'A picture on your profile';
export const notUsable = (name: string) => `${name || 'This file'} is neither a picture nor a video we can use`;
export const oneVideo = 'One video at a time: the first one is here';
