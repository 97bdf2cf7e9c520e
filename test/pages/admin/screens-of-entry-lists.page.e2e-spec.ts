import { checkScreens } from './check-screens.js';
import { ENTRY_LIST_SCREENS } from './screen-list.js';

checkScreens(ENTRY_LIST_SCREENS);
