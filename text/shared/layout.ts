// What the header, the menus and the frame of every page say.

export const notice = 'Notice';
export const dismissNotice = 'Dismiss';
export const loadingPage = 'Loading page';
export const sounds = 'Sounds';
export const menu = 'Menu';
export const logOutTitle = 'Log out?';
export const backToMarket = 'Back to the market';
export const api = 'API for developers';
export const home = 'Home';
export const skipToContent = 'Skip to content';
export const categories = 'Categories';
export const everything = 'All ads';
export const me = 'Me';
export const places = 'Main menu';
export const market = 'The market';
export const searchMarket = 'Search the market';
export const darkTheme = 'Dark theme';
export const sellersToFollow = 'Sellers to follow';
export const homeLink = (brand: string) => `${brand}, home`;
