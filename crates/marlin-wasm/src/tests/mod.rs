mod types;
