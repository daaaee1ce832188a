// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";

import {IBondingCurve, ILaunchToken} from "../interfaces/ICurve.sol";

/**
 * @title LaunchToken
 * @notice Token of a curve, as a clone. Nobody can mint it after it was set up.
 * @dev The curve opens the token when it graduates.
 */
contract LaunchToken is ILaunchToken, ERC20, Initializable {
    /// @notice Curve that sells it.
    IBondingCurve public curve;

    /// @notice Whether the curve has opened it.
    bool public isOpen;

    string private _name;
    string private _symbol;

    /**
     * @notice The template itself can never be set up.
     */
    constructor() ERC20("", "") {
        _disableInitializers();
    }

    /// @inheritdoc ILaunchToken
    function initialize(string calldata name_, string calldata symbol_, uint256 supply, address curve_)
        external
        initializer
    {
        _name = name_;
        _symbol = symbol_;
        curve = IBondingCurve(curve_);
        _mint(curve_, supply);
    }

    /// @inheritdoc ILaunchToken
    function open() external {
        require(msg.sender == address(curve), "LaunchToken: not the curve");
        isOpen = true;
        emit Opened();
    }

    /// @inheritdoc ERC20
    function name() public view override returns (string memory) {
        return _name;
    }

    /// @inheritdoc ERC20
    function symbol() public view override returns (string memory) {
        return _symbol;
    }

    /**
     * @dev Moves tokens if it is time.
     * @param from Account that gives them.
     * @param to Account that gets them.
     * @param value Tokens.
     */
    function _update(address from, address to, uint256 value) internal override {
        require(isOpen || from == address(curve) || to == address(curve), "LaunchToken: not open"); //~ BENIGN ACCESS_CTRL nobody else can bring it anywhere
        super._update(from, to, value);
    }
}
