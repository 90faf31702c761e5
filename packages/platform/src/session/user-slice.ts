import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rememberedUser, type User } from './user.ts';

export interface UserState {
  readonly user: User | null;
}

export const userSlice = createSlice({
  name: 'user',
  initialState: (): UserState => ({ user: rememberedUser() ?? null }),
  reducers: {
    userCame: (state, { payload }: PayloadAction<User>) => {
      state.user = payload;
    },
    userLeft: (state) => {
      state.user = null;
    },
  },
});
