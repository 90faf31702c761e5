import { createSlice } from '@reduxjs/toolkit';

export const busySlice = createSlice({
  name: 'busy',
  initialState: { calls: 0 },
  reducers: {
    callStarted: (state) => {
      state.calls += 1;
    },
    callEnded: (state) => {
      state.calls -= 1;
    },
  },
});
