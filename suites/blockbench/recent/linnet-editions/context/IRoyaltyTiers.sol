// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

interface IRoyaltyTiers {
    event Open(uint256 indexed t, address indexed l, uint256 cap);
    event Issue(uint256 indexed t, address indexed to, uint256 n);
    event Buy(uint256 indexed t, address indexed a, uint256 n, uint256 cost);
    event Pay(uint256 indexed t, uint256 amount, uint256 cut);
    event Claim(uint256 indexed t, address indexed h, address to, uint256 amount);
    event Sale(uint256 indexed t, uint256 price, uint256 per);
    event Shut(uint256 indexed t);
    event Pass(uint256 indexed t, address indexed l);
    event Payee(address indexed h, address to);
    event Fee(uint256 fee);
    event Sweep(address indexed to, uint256 amount);

    error NotTierLabel();
    error Cap();
    error Count();
    error Full();
    error Empty();
    error Closed();
    error Cost();
    error Limit();
    error FeeTooHigh();
}
