export const marketSettingsCacheTag = 'market-settings';
