import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readStoredUser, type User } from './user.ts';

export interface UserState {
  readonly user: User | null;
}

export const userSlice = createSlice({
  name: 'user',
  initialState: (): UserState => ({ user: readStoredUser() ?? null }),
  reducers: {
    userSignedIn: (state, { payload }: PayloadAction<User>) => {
      state.user = payload;
    },
    userSignedOut: (state) => {
      state.user = null;
    },
  },
});
